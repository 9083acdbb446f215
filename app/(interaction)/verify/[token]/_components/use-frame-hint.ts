'use client'

import { type RefObject, useEffect, useState } from 'react'
import { type FrameHint, judgeFrame } from './watch-frame'

const EVERY_MS = 400

/** Says what to do better while the camera runs; a hint is said once it was true twice in a row. */
export function useFrameHint(isLive: boolean, video: RefObject<HTMLVideoElement | null>): FrameHint {
  const [hint, setHint] = useState<FrameHint>('good')
  useEffect(() => {
    if (!isLive) return
    const canvas = document.createElement('canvas')
    let before: FrameHint | null = null
    const timer = setInterval(() => {
      if (!video.current?.videoWidth) return
      const now = judgeFrame(video.current, canvas)
      if (now === before) setHint(now)
      before = now
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [isLive, video])
  return hint
}
