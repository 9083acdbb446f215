export function Empty({ title, body }: { title: string; body: string }) {
  return (
    <section className="rounded-card border border-dashed border-line-strong p-8 text-center">
      <h2>{title}</h2>
      <p className="mt-2 text-soft">{body}</p>
    </section>
  )
}
