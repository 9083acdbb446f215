/** Light on a table, in shares of full brightness; places and lengths in millimetres of the page from its middle. */
export type Light = {
  exposure: number
  /** How much darker one end of the picture is than the other, and the direction in degrees. */
  gradient: number
  direction: number
  /** A shadow with a soft straight edge: its depth, direction, distance from the middle, softness. */
  shadow: { depth: number; direction: number; at: number; soft: number } | null
  /** Reflections; over 1 they burn the middle to white. */
  glares: readonly { x: number; y: number; width: number; height: number; strength: number }[]
  /** Red and blue beside green. */
  warmth: readonly [red: number, blue: number]
}

/** @returns the factor of the light and what glare adds (0 to 255 and more) */
export function lightAt(light: Light, x: number, y: number, slope: number): [factor: number, added: number] {
  const along = (degrees: number) => x * Math.cos((degrees * Math.PI) / 180) + y * Math.sin((degrees * Math.PI) / 180)
  let factor = light.exposure * (1 + (light.gradient * along(light.direction)) / 150) * (1 - 0.5 * slope)
  if (light.shadow) {
    const inside = (along(light.shadow.direction) - light.shadow.at) / light.shadow.soft
    factor *= 1 - light.shadow.depth / (1 + Math.exp(-4 * inside))
  }
  let added = 0
  for (const glare of light.glares) {
    const distance = ((x - glare.x) / glare.width) ** 2 + ((y - glare.y) / glare.height) ** 2
    if (distance < 9) added += 255 * glare.strength * Math.exp(-distance * distance)
  }
  return [factor, added]
}
