/** What lies over the card while files are held over a tab that has no place for them. */
export function DropHint() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 z-10 grid animate-fade place-items-center rounded-card border border-accent bg-wash text-center font-serif text-[1.1875rem]"
    >
      Drop a document or an e-book
    </div>
  )
}
