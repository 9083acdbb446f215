'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Grey } from './grey'
import { type FrameHint, judgeFrame } from './judge-frame'
import { lookThrough } from './look-through'

const EVERY_MS = 400
/** So many good looks in a row, and the picture is taken: about a second in which nothing moves. */
const GOOD_ENOUGH = 3
/** Nothing is taken by itself before somebody had time to see where they are. */
const FIRST_AFTER_MS = 1_500

/**
 * Says what to do better while the camera runs; a hint is said once it was true twice in a row.
 * @param onGood takes the picture by itself; null where only the person can tell that it is the right moment
 */
export function useFrameHint(isLive: boolean, video: RefObject<HTMLVideoElement | null>, onGood: (() => void) | null): FrameHint {
  const [hint, setHint] = useState<FrameHint>('hold')
  const take = useRef(onGood)
  take.current = onGood
  useEffect(() => {
    if (!isLive) return
    const canvas = document.createElement('canvas')
    const began = performance.now()
    let said: FrameHint | null = null
    let before: Grey | null = null
    let goodLooks = 0
    const timer = setInterval(() => {
      if (!video.current?.videoWidth) return
      const look = lookThrough(video.current, canvas)
      if (!look) return
      const now = judgeFrame(look, before)
      before = look
      if (now === said) setHint(now)
      said = now
      goodLooks = now === 'good' ? goodLooks + 1 : 0
      if (goodLooks < GOOD_ENOUGH || performance.now() - began < FIRST_AFTER_MS || !take.current) return
      goodLooks = 0
      take.current()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [isLive, video])
  return hint
}
