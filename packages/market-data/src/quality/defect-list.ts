import type { Defect, DefectKind } from './grade.ts'

/** More spans than this are never kept of a month; neighbours are joined until they fit. */
const MAX_SPANS = 5_000

/** Collects defects row by row and makes spans of those that follow each other. */
export class DefectList {
  readonly #near: number
  readonly #spans = new Map<DefectKind, { kind: DefectKind; from: number; to: number; count: number }[]>()

  /** Defects of one kind not further apart than `near` milliseconds make one span. */
  constructor(near: number) {
    this.#near = near
  }

  /** Of one kind in order of time. */
  add(kind: DefectKind, from: number, to: number, count: number): void {
    const spans = this.#spans.get(kind) ?? []
    this.#spans.set(kind, spans)
    const before = spans.at(-1)
    if (before && kind !== 'gap' && from <= before.to + this.#near) {
      before.to = Math.max(before.to, to)
      before.count += count
    } else spans.push({ kind, from, to, count })
  }

  /** All of them in order of time. */
  list(): Defect[] {
    return fitDefects(inOrder([...this.#spans.values()].flat()), MAX_SPANS)
  }
}

/** Spans of all kinds in order of time. */
export function inOrder(defects: readonly Defect[]): Defect[] {
  return defects.toSorted((a, b) => a.from - b.from || a.to - b.to || (a.kind < b.kind ? -1 : 1))
}

/** At most `most` spans: the nearest neighbours of one kind become one, so that no defect is left out. */
export function fitDefects(defects: readonly Defect[], most: number): Defect[] {
  let fitted = [...defects]
  for (let near = 60_000; fitted.length > most; near *= 2) fitted = joinNear(fitted, near)
  return fitted
}

function joinNear(defects: readonly Defect[], near: number): Defect[] {
  const last = new Map<DefectKind, { kind: DefectKind; from: number; to: number; count: number }>()
  const joined: Defect[] = []
  for (const defect of defects) {
    const before = last.get(defect.kind)
    if (before && defect.from <= before.to + near) {
      before.to = Math.max(before.to, defect.to)
      before.count += defect.count
    } else {
      const span = { ...defect }
      last.set(defect.kind, span)
      joined.push(span)
    }
  }
  return joined
}
