export const GoogleMark = () => (
  <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" strokeWidth="4.2">
    <path d="M18.36 6.93A8.1 8.1 0 0 0 4.79 8.3" stroke="#ea4335" />
    <path d="M4.98 7.95a8.1 8.1 0 0 0 0 8.1" stroke="#fbbc05" />
    <path d="M4.79 15.7a8.1 8.1 0 0 0 12.42 2.51" stroke="#34a853" />
    <path d="M16.9 18.46A8.1 8.1 0 0 0 20.1 12H12" stroke="#4285f4" />
  </svg>
)
