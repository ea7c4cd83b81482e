export { SummariesPage as default } from '../features/summaries/list/summaries-page.tsx'
