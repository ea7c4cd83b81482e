import './lib/zod-setup.ts'
import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { followConsent } from './lib/consent.ts'
import { followTheme } from './lib/theme.ts'

followConsent()
followTheme()

const root = document.querySelector('#root')
if (root === null) throw new Error('The page has no element with the id "root".')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
