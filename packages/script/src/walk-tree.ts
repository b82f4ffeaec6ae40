import type { AnyNode } from 'acorn'

/** Visits every node of a tree in text order. */
export function walkTree(value: unknown, visit: (node: AnyNode) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value as unknown[]) walkTree(one, visit)
    return
  }
  if (!('type' in value) || typeof value.type !== 'string') return
  visit(value as AnyNode)
  for (const child of Object.values(value)) walkTree(child, visit)
}
