import type { RefObject } from 'react'

const OUTLINES = {
  passport: 'inset-x-[6%] top-1/2 aspect-[125/88] max-h-[88%] -translate-y-1/2 mx-auto rounded-xl',
  card: 'inset-x-[8%] top-1/2 aspect-[85.6/54] max-h-[84%] -translate-y-1/2 mx-auto rounded-xl',
  face: 'left-1/2 top-1/2 h-[86%] aspect-[3/4] -translate-x-1/2 -translate-y-1/2 rounded-[50%]',
} as const

/** What the camera sees, an outline to fit into, and what to do better. A face is shown as in a mirror. */
export function Frame(props: {
  video: RefObject<HTMLVideoElement | null>
  shape: keyof typeof OUTLINES
  label: string
  hint: string
  isGood: boolean
}) {
  return (
    <div className="overflow-hidden rounded-xl bg-black">
      <div className="relative overflow-hidden">
        <video
          ref={props.video}
          muted
          playsInline
          aria-label={props.label}
          className={`min-h-48 w-full ${props.shape === 'face' ? '-scale-x-100' : ''}`}
        />
        <div
          aria-hidden="true"
          className={`pointer-events-none absolute border-[3px] shadow-[0_0_0_999px_rgb(0_0_0/0.35)] ${props.isGood ? 'border-white' : 'border-amber-300'} ${OUTLINES[props.shape]}`}
        />
      </div>
      <p role="status" className="min-h-11 px-4 py-2.5 text-center text-sm font-semibold text-white">
        {props.hint}
      </p>
    </div>
  )
}
