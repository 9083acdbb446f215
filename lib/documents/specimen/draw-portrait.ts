import { fitHomography, type Point, project } from '../image/homography'
import { Canvas } from './canvas'
import { drawHead } from './draw-head'
import type { InventedPerson } from './invent'
import type { Surface } from './surface'

const PIXELS_PER_SIDE = 280

/** Prints a person's picture on a sheet: every pixel of the photograph looks up where it came from. */
export function drawPortrait(surface: Surface, box: { x: number; y: number; width: number; height: number }, person: InventedPerson) {
  const height = Math.round((PIXELS_PER_SIDE * box.height) / box.width)
  const picture = new Canvas(PIXELS_PER_SIDE, height, [214, 220, 226])
  drawHead(picture, person.faceSeed, { yaw: 0 })
  const corners: Point[] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ]
  const onCanvas = corners.map(([u, v]) => project(surface.view, box.x + u * box.width, box.y + v * box.height))
  const back = fitHomography(corners.map((to, index) => ({ from: scaled(onCanvas[index] as Point, 1 / surface.canvas.width), to })))
  if (!back) return
  const [xs, ys] = [onCanvas.map(([x]) => x), onCanvas.map(([, y]) => y)]
  for (let y = Math.floor(Math.min(...ys)); y <= Math.max(...ys); y++) {
    for (let x = Math.floor(Math.min(...xs)); x <= Math.max(...xs); x++) {
      const [u, v] = project(back, (x + 0.5) / surface.canvas.width, (y + 0.5) / surface.canvas.width)
      if (u >= 0 && v >= 0 && u < 1 && v < 1) surface.canvas.blend(x, y, picture.sample(u * picture.width, v * picture.height), 1)
    }
  }
}

const scaled = ([x, y]: Point, factor: number): Point => [x * factor, y * factor]
