export type DiffPart = { kind: 'same' | 'removed' | 'added'; text: string }

/** Cells of the table that two texts may need; beyond it what differs is told as a whole. */
const MAX_CELLS = 1_000_000

/**
 * What turns one text into another, character by character: `removed` is in `from` only, `added` in `to` only.
 * The longest common subsequence stays, once what both begin and end with is set aside.
 */
export function characterDiff(from: string, to: string): DiffPart[] {
  let head = 0
  while (head < from.length && head < to.length && from[head] === to[head]) head++
  let tail = 0
  while (tail < from.length - head && tail < to.length - head && from.at(-1 - tail) === to.at(-1 - tail)) tail++
  const middle = diffMiddle(from.slice(head, from.length - tail), to.slice(head, to.length - tail))
  return joined([{ kind: 'same', text: from.slice(0, head) }, ...middle, { kind: 'same', text: from.slice(from.length - tail) }])
}

/** How many characters are not shared. */
export const distanceOf = (parts: DiffPart[]) => parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? 0 : text.length), 0)

function diffMiddle(from: string, to: string): DiffPart[] {
  if (from.length * to.length > MAX_CELLS)
    return [
      { kind: 'removed', text: from },
      { kind: 'added', text: to },
    ]
  const width = to.length + 1
  // common[i, j]: length of the longest common subsequence of what follows i in `from` and j in `to`.
  const common = new Uint32Array((from.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] as number
  for (let i = from.length - 1; i >= 0; i--) {
    for (let j = to.length - 1; j >= 0; j--) {
      common[i * width + j] = from[i] === to[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const parts: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < from.length || j < to.length) {
    if (i < from.length && j < to.length && from[i] === to[j]) parts.push({ kind: 'same', text: from[i++] as string }) && j++
    else if (j === to.length || (i < from.length && at(i + 1, j) >= at(i, j + 1))) parts.push({ kind: 'removed', text: from[i++] as string })
    else parts.push({ kind: 'added', text: to[j++] as string })
  }
  return parts
}

/** Neighbours of one kind become one part; empty ones go. */
function joined(parts: DiffPart[]): DiffPart[] {
  const result: DiffPart[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (part.text === '') continue
    if (last?.kind === part.kind) last.text += part.text
    else result.push({ ...part })
  }
  return result
}
