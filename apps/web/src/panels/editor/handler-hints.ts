import type * as Monaco from 'monaco-editor/editor'
import { parseTypings } from './parse-typings.ts'
import { apiTypings } from './api-typings.ts'

/** What the first parameter of each handler is. Scripts rarely write types, so the editor's own service cannot know. */
const HANDLER_TYPES: Readonly<Record<string, string>> = {
  onTick: 'Tick',
  onIntervalClose: 'Bar',
  onOrder: 'Order',
  onPositionOpened: 'Position',
  onPositionClosed: 'Position',
}

const HANDLER =
  /function\s+(onTick|onIntervalClose|onOrder|onPositionOpened|onPositionClosed)\s*\(\s*([A-Za-z_$][\w$]*)\s*[),]/g

/** The type of `name` at the end of `before`, when the handler begun last has a parameter of that name. */
export function handlerParameterType(before: string, name: string): string | null {
  let found: string | null = null
  for (const [, handler = '', parameter] of before.matchAll(HANDLER)) {
    found = parameter === name ? (HANDLER_TYPES[handler] ?? null) : null
  }
  return found
}

/** Members of ticks, bars, orders and positions after the name of a handler's parameter and a dot. */
export function registerHandlerHints(monaco: typeof Monaco): void {
  const types = new Map(parseTypings(apiTypings).types.map((type) => [type.name, type]))
  monaco.languages.registerCompletionItemProvider('typescript', {
    triggerCharacters: ['.'],
    provideCompletionItems(model, position) {
      const before = model.getValueInRange({
        startLineNumber: 1,
        startColumn: 1,
        endLineNumber: position.lineNumber,
        endColumn: position.column,
      })
      const name = /([A-Za-z_$][\w$]*)\.[\w$]*$/.exec(before)?.[1]
      const type = name === undefined ? null : handlerParameterType(before, name)
      const word = model.getWordUntilPosition(position)
      const range = {
        startLineNumber: position.lineNumber,
        endLineNumber: position.lineNumber,
        startColumn: word.startColumn,
        endColumn: word.endColumn,
      }
      return {
        suggestions: (type === null ? [] : (types.get(type)?.members ?? [])).map((member) => ({
          label: member.name,
          kind: monaco.languages.CompletionItemKind.Field,
          detail: member.signature,
          documentation: member.text,
          insertText: member.name,
          range,
        })),
      }
    },
  })
}
