import { setFlagsFromString } from 'node:v8'

/**
 * Large mail is a stream of short-lived buffers. V8 frees them in the background and counts them until it hears of it,
 * takes the sum for a shortage of memory, and walks the whole heap again and again: a third of the work on a large mail.
 * Freed at once they count no longer than they live, and a heap as small as ours may triple before it is walked. To be
 * called first of all.
 */
export function tuneGarbageCollection(): void {
  setFlagsFromString('--no-concurrent-array-buffer-sweeping')
  setFlagsFromString('--heap-growing-percent=200')
}
