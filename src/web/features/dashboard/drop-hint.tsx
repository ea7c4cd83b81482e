/** What lies over the page while files are held over it and the open tab has no place for them. */
export function DropHint() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-40 grid animate-fade place-items-center bg-paper/85 p-3 sm:p-5"
    >
      <p className="grid size-full place-items-center rounded-card border border-dashed border-accent text-center font-serif text-[1.5rem]">
        Drop a document or an e&#8209;book
      </p>
    </div>
  )
}
