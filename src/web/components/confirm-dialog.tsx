import type { ConfirmDialogProps } from './confirm-props.ts'
import { onTouch } from './on-touch.tsx'

/** Asks before something that cannot be taken back. Stays open until its owner closes it. */
export const ConfirmDialog = onTouch<ConfirmDialogProps>(async () => import('./confirm-panel.tsx'))
