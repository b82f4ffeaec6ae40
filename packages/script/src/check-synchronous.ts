import type { AnyNode, Program } from 'acorn'
import type { Report } from './report.ts'
import { walk } from './walk.ts'

const TEXT = 'Functions must be synchronous: async and await cannot be used, because a script waits for nothing'

/**
 * Refuses asynchronous code. Whatever continues after a function has returned would run at a time that depends on the
 * speed of the machine: when the engine pauses, not before the next price.
 */
export function checkSynchronous(program: Program, report: Report): void {
  walk(program, (node) => {
    if (!isAsync(node) && !isAsync(methodOf(node)) && !waits(node)) return
    report.error(TEXT, node)
    // Nested cases are reported once the outermost one is fixed.
    return false
  })
}

function isAsync(node: AnyNode | null): boolean {
  return node !== null && 'async' in node && node.async
}

function waits(node: AnyNode): boolean {
  if (node.type === 'ForOfStatement') return node.await
  return node.type === 'AwaitExpression' || node.type === 'ImportExpression'
}

/** The function node of a method starts at its parameters, after the `async` keyword that is reported. */
function methodOf(node: AnyNode): AnyNode | null {
  return node.type === 'MethodDefinition' || (node.type === 'Property' && node.method) ? node.value : null
}
