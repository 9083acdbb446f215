import type { RefObject } from 'react'

const OUTLINES = {
  passport: 'aspect-[125/88] w-[88%] max-h-[80%] rounded-xl',
  card: 'aspect-[85.6/54] w-[84%] max-h-[76%] rounded-xl',
  face: 'h-[78%] max-w-[86%] aspect-[3/4] rounded-[50%]',
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
    <div className="grid min-h-0 grid-rows-[1fr_auto]">
      <div className="relative grid min-h-48 place-items-center overflow-hidden">
        <video
          ref={props.video}
          muted
          playsInline
          aria-label={props.label}
          className={`absolute inset-0 size-full object-contain ${props.shape === 'face' ? '-scale-x-100' : ''}`}
        />
        <div
          aria-hidden="true"
          className={`pointer-events-none relative border-[3px] shadow-[0_0_0_999px_rgb(0_0_0/0.35)] transition-colors ${props.isGood ? 'border-emerald-300' : 'border-white'} ${OUTLINES[props.shape]}`}
        />
      </div>
      <p role="status" className="min-h-14 px-4 py-3.5 text-center font-semibold text-white">
        {props.hint}
      </p>
    </div>
  )
}
