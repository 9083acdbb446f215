'use client'

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

export type CameraState = 'off' | 'starting' | 'live' | 'blocked' | 'missing'

const JPEG_QUALITY = 0.92

/** The camera behind a video element: started on demand, stopped when the page lets go of it. */
export function useCamera(facingMode: 'user' | 'environment', video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<CameraState>('off')
  const stream = useRef<MediaStream | null>(null)

  const stop = useCallback(() => {
    for (const track of stream.current?.getTracks() ?? []) track.stop()
    stream.current = null
    setState('off')
  }, [])

  const start = useCallback(async () => {
    setState('starting')
    try {
      const wanted = { audio: false, video: { facingMode, width: { ideal: 1920 }, height: { ideal: 1080 } } }
      stream.current = await navigator.mediaDevices.getUserMedia(wanted)
      if (!video.current) return stop()
      video.current.srcObject = stream.current
      // Live once there is something to see: a picture taken before would be none.
      await video.current.play()
      setState('live')
    } catch (error) {
      const name = error instanceof DOMException ? error.name : ''
      stop()
      setState(name === 'NotAllowedError' || name === 'SecurityError' ? 'blocked' : 'missing')
    }
  }, [facingMode, stop, video])

  useEffect(() => stop, [stop])

  /** The whole frame as JPEG. */
  const shoot = useCallback(async (): Promise<Blob | null> => {
    if (!video.current?.videoWidth) return null
    const canvas = document.createElement('canvas')
    canvas.width = video.current.videoWidth
    canvas.height = video.current.videoHeight
    canvas.getContext('2d')?.drawImage(video.current, 0, 0)
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
  }, [video])

  return { state, start, stop, shoot }
}
