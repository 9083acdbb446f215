'use client'

import { Camera as CameraIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import type { CameraTexts } from './camera-texts'
import { useCamera } from './use-camera'
import { useFrameHint } from './use-frame-hint'
import { Viewfinder } from './viewfinder'

type Props = { token: string; kind: string; shape: 'passport' | 'card' | 'face'; texts: CameraTexts }

/** Takes one picture with the camera, or from a file. The file field is a plain form: it works without a script. */
export function Camera({ token, kind, shape, texts }: Props) {
  const router = useRouter()
  const video = useRef<HTMLVideoElement>(null)
  const { state, start, stop, shoot } = useCamera(shape === 'face' ? 'user' : 'environment', video)
  const [shot, setShot] = useState<{ blob: Blob; url: string } | null>(null)
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const address = `/verify/${token}/pictures`

  const send = async (picture: Blob) => {
    setSending(true)
    setFault(null)
    const body = new FormData()
    body.set('kind', kind)
    body.set('picture', picture, 'picture')
    const response = await fetch(address, { method: 'POST', body, headers: { accept: 'application/json' } }).catch(() => null)
    if (response?.ok) return router.refresh()
    const code = response ? ((await response.json().catch(() => ({}))) as { error?: string }).error : 'busy'
    setFault(texts.faults[code ?? ''] ?? texts.unknownFault)
    setSending(false)
    setShot(null)
  }

  const take = async () => {
    const blob = await shoot()
    if (!blob) return
    setShot({ blob, url: URL.createObjectURL(blob) })
    stop()
  }

  // A document is right when it lies still and fills the frame; only the person knows when a face is.
  const hint = useFrameHint(state === 'live', video, shape === 'face' ? null : take)

  const retake = () => {
    setShot(null)
    start()
  }

  const sendFile = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const file = new FormData(event.currentTarget).get('picture')
    if (file instanceof File && file.size > 0) send(file)
    else setFault(texts.faults.image_empty ?? texts.unknownFault)
  }

  return (
    <div className="grid gap-4" aria-busy={isSending}>
      {fault && <Notice look="danger">{fault}</Notice>}
      {(state === 'blocked' || state === 'missing') && <Notice look="warn">{texts[state]}</Notice>}
      {shot ? (
        <>
          {/* biome-ignore lint/performance/noImgElement: a picture that exists in this browser only */}
          <img src={shot.url} alt={texts.preview} className="w-full rounded-xl border border-line" />
          <div className="grid gap-3 sm:grid-cols-2">
            <Button look="outline" disabled={isSending} onClick={retake}>
              {texts.again}
            </Button>
            <Button disabled={isSending} onClick={() => send(shot.blob)} autoFocus>
              {isSending ? texts.sending : texts.use}
            </Button>
          </div>
        </>
      ) : state === 'live' || state === 'starting' ? (
        <Viewfinder video={video} shape={shape} isLive={state === 'live'} hint={hint} texts={texts} onTake={take} onClose={stop} />
      ) : (
        <Button onClick={start} className="py-3">
          <CameraIcon size={18} aria-hidden="true" />
          {texts.open}
        </Button>
      )}
      <form action={address} method="post" encType="multipart/form-data" onSubmit={sendFile} className="grid gap-3 border-t border-line pt-4">
        <input type="hidden" name="kind" value={kind} />
        <div className="grid gap-1.5">
          <label htmlFor="picture" className="text-sm font-semibold">
            {texts.file}
          </label>
          <input
            id="picture"
            name="picture"
            type="file"
            required
            accept="image/jpeg,image/png,image/webp"
            aria-describedby="picture-hint"
            className="min-h-11 w-full rounded-xl border border-line-strong bg-surface p-1.5 text-sm file:mr-3 file:min-h-8 file:cursor-pointer file:rounded-lg file:border-0 file:bg-sunken file:px-3 file:font-semibold file:text-ink"
          />
          <p id="picture-hint" className="text-sm text-soft">
            {texts.fileHint}
          </p>
        </div>
        <Button type="submit" look="outline" disabled={isSending}>
          {isSending && !shot ? texts.sending : texts.send}
        </Button>
      </form>
    </div>
  )
}
