import { join } from 'node:path/posix'
import type { SourceFile, Violation } from './read-sources.ts'

/**
 * Circles that exist only in types, each with its reason. They vanish at compile time, but a reader cannot understand
 * one file without the others. A circle is identified by its sorted files.
 */
export type AllowedCircles = ReadonlyMap<string, string>

/** Files that import each other in a circle: never allowed at run time, and in types only if listed. */
export function checkCircles(files: readonly SourceFile[], allowed: AllowedCircles): Violation[] {
  const atRunTime = circlesOf(graphOf(files, false))
  const inTypes = circlesOf(graphOf(files, true)).filter((circle) => !atRunTime.some((other) => overlap(circle, other)))
  const unlisted = inTypes.filter((circle) => !allowed.has(nameOf(circle)))
  const names = new Set(inTypes.map(nameOf))
  return [
    ...atRunTime.map((circle) => violation(circle, 'these files import each other in a circle')),
    ...unlisted.map((circle) => violation(circle, 'these files import types from each other, which is not listed')),
    ...[...allowed.keys()]
      .filter((name) => !names.has(name))
      .map((name) => ({ file: name, imports: '', why: 'is listed as a circle of types but no longer is one' })),
  ]
}

function nameOf(circle: readonly string[]): string {
  return circle.toSorted().join(' ')
}

function violation(circle: readonly string[], why: string): Violation {
  const [first = '', ...others] = circle.toSorted()
  return { file: first, imports: others.join(' '), why }
}

function overlap(a: readonly string[], b: readonly string[]): boolean {
  return a.some((file) => b.includes(file))
}

type Graph = ReadonlyMap<string, readonly string[]>

function graphOf(files: readonly SourceFile[], withTypes: boolean): Graph {
  return new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter(({ specifier, isTypeOnly }) => specifier.startsWith('.') && (withTypes || !isTypeOnly))
        .map(({ specifier }) => join(path, '..', specifier)),
    ]),
  )
}

/** The groups of several files that all reach each other, after Tarjan (1972). */
function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(file) !== order.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) circles.push(group)
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return circles
}
