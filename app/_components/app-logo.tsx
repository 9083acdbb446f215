import type { AppFace } from '#lib/apps/face/app-face'
import { UPON } from '#lib/apps/face/readable-colours'

type Marked = Pick<AppFace, 'logoPath' | 'colours'>

const both = ({ light, dark }: Record<'light' | 'dark', string>) => `light-dark(${light}, ${dark})`

/** An app's logo, as we drew it, on white: companies draw them for that. Without one its first letter in its colour. The name stands beside it, so it says nothing. */
export function AppMark({ name, face: { logoPath, colours }, size }: { name: string; face: Marked; size: number }) {
  if (logoPath)
    return (
      // biome-ignore lint/performance/noImgElement: a small picture of ours, in the one size it is shown in
      <img src={logoPath} alt="" width={size} height={size} className="shrink-0 rounded-xl border border-line bg-white p-1" />
    )
  if (!colours) return null
  return (
    <span
      aria-hidden="true"
      className="grid shrink-0 place-items-center rounded-xl font-display font-medium"
      style={{ width: size, height: size, fontSize: size / 2, background: both(colours), color: both(UPON) }}
    >
      {[...name.trim()][0]?.toLocaleUpperCase()}
    </span>
  )
}

/** Its colour, where a page or card of it begins. */
export const AppStripe = ({ face: { colours } }: { face: Marked }) =>
  colours && <div aria-hidden="true" className="mb-5 h-1.5 rounded-full" style={{ background: both(colours) }} />
