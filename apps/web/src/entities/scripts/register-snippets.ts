import type * as Monaco from 'monaco-editor/editor'
import { SNIPPETS } from './snippets.ts'

/** Suggests snippets where a statement may begin: for handlers at the left edge, for common parts inside of them. */
export function registerSnippets(monaco: typeof Monaco): void {
  monaco.languages.registerCompletionItemProvider('typescript', {
    provideCompletionItems(model, position) {
      const word = model.getWordUntilPosition(position)
      const before = model.getLineContent(position.lineNumber).slice(0, word.startColumn - 1)
      const isAlgorithm = model.uri.path.startsWith('/algorithm/')
      if (!isAlgorithm || before.trim() !== '') return { suggestions: [] }
      const place = before === '' ? 'top' : 'inside'
      const range = new monaco.Range(position.lineNumber, word.startColumn, position.lineNumber, word.endColumn)
      return {
        suggestions: SNIPPETS.filter((snippet) => snippet.place === place).map(({ name, title, body }) => ({
          label: { label: name, description: title },
          kind: monaco.languages.CompletionItemKind.Snippet,
          insertText: body,
          insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet,
          documentation: { value: `\`\`\`typescript\n${body.replaceAll(/\$\{\d+:([^}]*)\}/g, '$1')}\n\`\`\`` },
          range,
        })),
      }
    },
  })
}
