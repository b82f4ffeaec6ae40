import type { Place } from '../../entities/panels/layout.ts'

/** Reads where panels stand from a picture of the grid, whose letters are panels: `ICCA ICCB`, row after row. */
export function readPicture(picture: string): ReadonlyMap<string, Place> {
  const rows = picture.trim().split(/\s+/)
  const places = new Map<string, Place>()
  for (const [y, row] of rows.entries()) {
    for (const [x, letter] of [...row].entries()) {
      const known = places.get(letter) ?? { x, y, w: 1, h: 1 }
      places.set(letter, { ...known, w: x - known.x + 1, h: y - known.y + 1 })
    }
  }
  return places
}
