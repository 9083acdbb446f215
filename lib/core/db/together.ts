import { apartFromTransaction } from './open-transaction'

/**
 * Asks for many what is wanted one by one: whatever comes while an answer is awaited goes into the next question. Nobody waits for
 * company, and no answer is older than its question.
 * @param ask answers what is known; the rest is undefined
 * @returns the question for one; it is asked outside of any open transaction
 */
export function together<Key, Answer>(ask: (keys: Key[]) => Promise<Map<Key, Answer>>): (key: Key) => Promise<Answer | undefined> {
  let gathered: { keys: Set<Key>; answers: Promise<Map<Key, Answer>> } | undefined
  let last: Promise<unknown> = Promise.resolve()

  const gather = () => {
    const keys = new Set<Key>()
    const answers = last.then(() => {
      gathered = undefined
      return ask([...keys])
    })
    last = answers.catch(() => {})
    return { keys, answers }
  }

  return async (key) => {
    gathered ??= apartFromTransaction(gather)
    gathered.keys.add(key)
    return (await gathered.answers).get(key)
  }
}
