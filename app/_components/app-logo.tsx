/** An app's logo, as we drew it, on white: companies draw them for that. The name stands beside it, so it says nothing. */
export function AppLogo({ path, size }: { path: string; size: number }) {
  return (
    // biome-ignore lint/performance/noImgElement: a small picture of ours, in the one size it is shown in
    <img src={path} alt="" width={size} height={size} className="shrink-0 rounded-xl border border-line bg-white p-1" />
  )
}
