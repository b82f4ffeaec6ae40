import type { AnyNode, Identifier, Program } from 'acorn'
import type { Reference, Scope } from 'eslint-scope'
import type { Span } from './problem.ts'
import type { Report } from './report.ts'
import { walk } from './walk.ts'

/**
 * Warns of variables of an indicator that change in `onTick`: it is also called for the forming bar, any number of
 * times, and only the parts of the kit return to their state before it. Making a part on the first call, as in
 * `window ??= ring(period)`, changes nothing later.
 */
export function checkState(program: Program, top: Scope, report: Report): void {
  const references = referencesOf(top)
  const places = placesOf(program)
  const called = calledByTick(top, references)
  const changes = references
    .filter((reference) => isInside(reference, called))
    .flatMap((reference) => changeOf(reference, places) ?? [])
  const ownObjects = new Set(references.filter(isOwnObject).map(({ identifier }) => identifier.name))
  const warned = new Set<string>()
  for (const { name, span, isOnce, isMember } of changes) {
    if (isOnce || warned.has(name) || (isMember && !ownObjects.has(name))) continue
    warned.add(name)
    report.warn(
      `${name} changes in onTick, which is also called while a bar is forming, and is not reset: use kit.state`,
      span,
    )
  }
}

interface Change {
  readonly name: string
  readonly span: Span
  /** `??=` and the like, and parts of the kit, which are made on the first call. */
  readonly isOnce: boolean
  /** Something in the variable changes, not the variable. */
  readonly isMember: boolean
}

/** What surrounds an identifier: `state.count` is the place, and `state.count++` the parent. */
interface Surroundings {
  readonly place: AnyNode
  readonly parent: AnyNode | null
}

type Places = ReadonlyMap<number, Surroundings>

/** To variables at the top of the script. */
function referencesOf(top: Scope): Reference[] {
  const names = new Set(top.variables.map(({ name }) => name))
  const known = top.variables.flatMap(({ references }) => references)
  return [...new Set([...known, ...top.through.filter(({ identifier }) => names.has(identifier.name))])]
}

/** Where each identifier stands, by its offset; members of it belong to its place. */
function placesOf(program: Program): Places {
  const found = new Map<number, Surroundings>()
  const parents = new Map<AnyNode, AnyNode | null>()
  walk(program, (node, above) => {
    parents.set(node, above)
    if (node.type !== 'Identifier') return
    let place: AnyNode = node
    let parent = above
    while (parent?.type === 'MemberExpression' && parent.object === place) {
      place = parent
      parent = parents.get(place) ?? null
    }
    found.set(node.start, { place, parent })
  })
  return found
}

/** What a reference changes; null if it only reads. */
function changeOf(reference: Reference, places: Places): Change | null {
  const { identifier, init } = reference
  const { name, start, end } = identifier as unknown as Identifier
  const { place, parent } = places.get(start) ?? { parent: null }
  if (init === true || place === undefined || parent === null) return null
  const change = { name, span: { start, end }, isOnce: false, isMember: place.type === 'MemberExpression' }
  if (parent.type === 'UpdateExpression') return change
  if (parent.type !== 'AssignmentExpression' || parent.left !== place) return null
  // An object may be filled anew each time, such as one for several outputs.
  if (change.isMember && parent.operator === '=') return null
  const isOnce = parent.operator === '??=' || parent.operator === '||=' || (!change.isMember && isPart(reference))
  return { ...change, isOnce }
}

/** `ring(5)` or `kit.ema(5)`. */
function isPart({ writeExpr }: Reference): boolean {
  const made = writeExpr as AnyNode | null | undefined
  if (made?.type !== 'CallExpression') return false
  const { callee } = made
  const object = callee.type === 'MemberExpression' ? callee.object : callee
  return object.type === 'Identifier' && (object.name === 'ring' || object.name === 'kit')
}

/** Whether a variable is set to an object of the script's own, unlike a part of the kit, which comes from a call. */
function isOwnObject({ writeExpr }: Reference): boolean {
  const type = (writeExpr as AnyNode | null | undefined)?.type
  return type === 'ObjectExpression' || type === 'ArrayExpression' || type === 'NewExpression'
}

/** `onTick` and the functions at the top of the script that it calls, directly or not. */
function calledByTick(top: Scope, references: readonly Reference[]): ReadonlySet<unknown> {
  const functions = new Map(top.variables.flatMap((variable) => functionsOf(variable)))
  const called = new Set<unknown>()
  const waiting = ['onTick']
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const code = functions.get(name)
    if (code === undefined || called.has(code)) continue
    called.add(code)
    const own = new Set([code])
    waiting.push(...references.filter((one) => isInside(one, own)).map(({ identifier }) => identifier.name))
  }
  return called
}

function functionsOf({ name, defs }: Scope['variables'][number]): [string, unknown][] {
  const [definition] = defs
  if (definition?.type === 'FunctionName') return [[name, definition.node]]
  const made = definition?.type === 'Variable' ? (definition.node as { init?: AnyNode | null }).init : null
  return made?.type === 'FunctionExpression' || made?.type === 'ArrowFunctionExpression' ? [[name, made]] : []
}

function isInside({ from }: Reference, functions: ReadonlySet<unknown>): boolean {
  for (let scope: Scope | null = from; scope !== null; scope = scope.upper) {
    if (functions.has(scope.block)) return true
  }
  return false
}
