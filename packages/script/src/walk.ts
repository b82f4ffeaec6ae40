import type { AnyNode } from 'acorn'

/** Return false to leave out what is inside the node. */
type Visitor = (node: AnyNode, parent: AnyNode | null) => boolean | void

/** Visits every node below `root` in text order, each before its children. Not recursive: scripts may nest deeply. */
export function walk(root: AnyNode, visit: Visitor): void {
  const stack: { readonly value: unknown; readonly parent: AnyNode | null }[] = [{ value: root, parent: null }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, parent } = next
    if (Array.isArray(value)) push(value, parent)
    else if (isNode(value) && visit(value, parent) !== false) push(Object.values(value), value)
  }

  function push(inside: readonly unknown[], parent: AnyNode | null): void {
    for (let i = inside.length - 1; i >= 0; i--) stack.push({ value: inside[i], parent })
  }
}

/** Literals also contain objects that are no nodes, such as regular expressions. */
function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
