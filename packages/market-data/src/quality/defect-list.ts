import type { Defect, DefectKind } from './grade.ts'

/** Maximum spans stored for a month; neighboring spans are joined until they fit. */
const MAX_SPANS = 5_000

/** Collects defects row by row and joins consecutive ones into spans. */
export class DefectList {
  readonly #near: number
  readonly #spans = new Map<DefectKind, { kind: DefectKind; from: number; to: number; count: number }[]>()

  /** Defects of one kind within `near` milliseconds of each other form one span. */
  constructor(near: number) {
    this.#near = near
  }

  /** Must be called in time order for each kind. */
  add(kind: DefectKind, from: number, to: number, count: number): void {
    const spans = this.#spans.get(kind) ?? []
    this.#spans.set(kind, spans)
    const before = spans.at(-1)
    if (before && kind !== 'gap' && from <= before.to + this.#near) {
      before.to = Math.max(before.to, to)
      before.count += count
    } else spans.push({ kind, from, to, count })
  }

  /** All spans in time order. */
  list(): Defect[] {
    return fitDefects(inOrder([...this.#spans.values()].flat()), MAX_SPANS)
  }
}

/** Spans of all kinds in time order. */
export function inOrder(defects: readonly Defect[]): Defect[] {
  return defects.toSorted((a, b) => a.from - b.from || a.to - b.to || (a.kind < b.kind ? -1 : 1))
}

/** At most `limit` spans: the nearest neighbors of one kind are joined, so that no defect is lost. */
export function fitDefects(defects: readonly Defect[], limit: number): Defect[] {
  let fitted = [...defects]
  for (let near = 60_000; fitted.length > limit; near *= 2) fitted = joinNear(fitted, near)
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
