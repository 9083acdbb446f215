import type { FrameHint } from './judge-frame'

/** Every word of the camera, in the language of the page. */
export type CameraTexts = Record<
  | 'open'
  | 'take'
  | 'use'
  | 'again'
  | 'close'
  | 'sending'
  | 'blocked'
  | 'missing'
  | 'live'
  | 'otherWays'
  | 'preview'
  | 'file'
  | 'fileHint'
  | 'send'
  | 'unknownFault',
  string
> & { hints: Record<FrameHint, string>; faults: Record<string, string> }
