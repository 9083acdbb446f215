/** The tags of a preference list ("pl-PL, en;q=0.5" or "pl en"), the most wanted first. @see RFC 9110 §12.5.4 */
export function rankedTags(preferences: string | null | undefined): string[] {
  return (preferences ?? '')
    .split(/[,\s]+(?=[a-z*])/i)
    .map((entry) => {
      const [tag = '', quality] = entry.trim().split(/;\s*q=/)
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number.parseFloat(quality) }
    })
    .filter((entry) => entry.quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map((entry) => entry.tag)
}
