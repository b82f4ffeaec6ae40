import type { AnyNode } from 'acorn'

/** Return false to leave out what is inside the node. */
type Visitor = (node: AnyNode, parent: AnyNode | null) => boolean | void

/** Visits every node below `root` in text order, each before its children. Not recursive: scripts may nest deeply. */
export function walk(root: AnyNode, visit: Visitor): void {
  const stack: { readonly value: unknown; readonly parent: AnyNode | null }[] = [{ value: root, parent: null }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, parent } = next
    if (typeof value !== 'object' || value === null) continue
    const isList = Array.isArray(value)
    // Literals contain values that are no nodes, such as regular expressions.
    if (!isList && !('type' in value && typeof value.type === 'string')) continue
    if (!isList && visit(value as AnyNode, parent) === false) continue
    const inside: unknown[] = isList ? value : Object.values(value)
    const owner = isList ? parent : (value as AnyNode)
    for (let i = inside.length - 1; i >= 0; i--) stack.push({ value: inside[i], parent: owner })
  }
}
