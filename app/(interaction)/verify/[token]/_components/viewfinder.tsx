'use client'

import { X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { CameraTexts } from './camera-texts'
import { Frame } from './frame'
import type { FrameHint } from './judge-frame'

type Props = {
  video: RefObject<HTMLVideoElement | null>
  shape: 'passport' | 'card' | 'face'
  isLive: boolean
  hint: FrameHint
  texts: CameraTexts
  onTake: () => void
  onClose: () => void
}

const plain = 'min-h-11 cursor-pointer rounded-xl px-4 font-semibold text-white underline underline-offset-4'

/** The camera and nothing else: the whole screen on a phone, a window on a wide one. */
export function Viewfinder({ video, shape, isLive, hint, texts, onTake, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={texts.live}
      onClose={onClose}
      className="m-auto h-dvh max-h-none w-dvw max-w-none bg-black text-white backdrop:bg-black/70 open:grid open:grid-rows-[auto_1fr_auto] sm:h-[min(46rem,94dvh)] sm:w-[min(52rem,94dvw)] sm:rounded-card"
    >
      <div className="flex justify-end p-2">
        <button
          type="button"
          onClick={onClose}
          aria-label={texts.close}
          className="grid size-12 cursor-pointer place-items-center rounded-full text-white"
        >
          <X aria-hidden="true" />
        </button>
      </div>
      <Frame video={video} shape={shape} label={texts.live} hint={isLive ? texts.hints[hint] : ''} isGood={hint === 'good'} />
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 px-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <button type="button" onClick={onClose} className={`${plain} justify-self-start text-sm`}>
          {texts.otherWays}
        </button>
        <button
          type="button"
          disabled={!isLive}
          onClick={onTake}
          aria-label={texts.take}
          autoFocus
          className="size-18 cursor-pointer rounded-full border-4 border-white bg-white/25 p-1.5 disabled:opacity-40"
        >
          <span aria-hidden="true" className="block size-full rounded-full bg-white" />
        </button>
      </div>
    </dialog>
  )
}
