import type { Random } from './random'

/** Fine lines that wave over the page, two inks over each other, and a rosette. Millimetres. */
export function drawPattern(width: number, height: number, inks: readonly [string, string], strength: number, random: Random): string {
  const waves = inks.map((ink, index) => {
    const [swing, length, phase] = [random.between(1.5, 5), random.between(14, 46), random.between(0, 6.3)]
    const lean = index === 0 ? random.between(-0.12, 0.12) : random.between(0.2, 0.6)
    const paths: string[] = []
    for (let y = -height * 0.8; y < height * 1.5; y += random.between(1.0, 1.5)) {
      const points: string[] = []
      for (let x = 0; x <= width; x += 2.5) points.push(`${x} ${(y + lean * x + swing * Math.sin((6.28 * x) / length + phase + y / 9)).toFixed(2)}`)
      paths.push(`M${points.join('L')}`)
    }
    return `<path d="${paths.join('')}" fill="none" stroke="${ink}" stroke-width=".16" opacity="${strength}"/>`
  })
  return (
    waves.join('') + rosette(width * random.between(0.45, 0.85), height * random.between(0.3, 0.6), random.between(8, 16), inks[1], strength, random)
  )
}

function rosette(centreX: number, centreY: number, size: number, ink: string, strength: number, random: Random): string {
  const petals = random.whole(5, 11)
  const points = Array.from({ length: 721 }, (_, index) => {
    const angle = (index / 720) * 6.2832 * 4
    const radius = size * (0.55 + 0.4 * Math.sin((petals / 4) * angle + Math.sin(3 * angle)))
    return `${(centreX + radius * Math.cos(angle)).toFixed(2)} ${(centreY + radius * Math.sin(angle)).toFixed(2)}`
  })
  return `<path d="M${points.join('L')}" fill="none" stroke="${ink}" stroke-width=".18" opacity="${strength}"/>`
}

/** A shimmering patch of foil, brighter and many-coloured, with its own lines. */
export function drawHologram(x: number, y: number, size: number, opacity: number, random: Random): string {
  const id = `h${random.whole(0, 1e9)}`
  const turn = random.whole(0, 180)
  const rings = Array.from(
    { length: 7 },
    (_, index) => `<circle cx="${x}" cy="${y}" r="${(size * (index + 1)) / 7.5}" fill="none" stroke="#fff" stroke-width=".25" opacity=".5"/>`,
  )
  return `<defs><linearGradient id="${id}" gradientTransform="rotate(${turn} .5 .5)"><stop offset="0" stop-color="#8ff"/><stop offset=".35" stop-color="#fdf3a0"/><stop offset=".6" stop-color="#f7a8e8"/><stop offset="1" stop-color="#9fb4ff"/></linearGradient></defs><g opacity="${opacity}"><ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size * 0.8}" fill="url(#${id})"/>${rings.join('')}</g>`
}
