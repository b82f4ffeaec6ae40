import * as monaco from 'monaco-editor/editor'
import './editor-features.ts'
import 'monaco-editor/languages/definitions/typescript/register'
import { typescriptDefaults } from 'monaco-editor/languages/features/typescript/register'
import { apiTypings } from './api-typings.ts'
import { registerDocumentationLinks } from './documentation-links.ts'
import { registerQuickFixes } from './quick-fixes/register-quick-fixes.ts'
import { registerSnippets } from './register-snippets.ts'
import { CANNOT_FIND_NAME, COMPILER_OPTIONS } from './compiler-options.ts'

globalThis.MonacoEnvironment = {
  // The type service is requested under both names; everything else is the editor's own worker.
  getWorker: (_, label) =>
    label === 'typescript' || label === 'javascript'
      ? new Worker(new URL('./language-worker.ts', import.meta.url), { type: 'module' })
      : new Worker(new URL('./base-worker.ts', import.meta.url), { type: 'module' }),
}

typescriptDefaults.setEagerModelSync(true)
typescriptDefaults.setCompilerOptions(COMPILER_OPTIONS)
typescriptDefaults.setDiagnosticsOptions({
  // Our analyzer reports syntax errors: it knows what scripts may not contain.
  noSyntaxValidation: true,
  noSemanticValidation: false,
  noSuggestionDiagnostics: true,
  diagnosticCodesToIgnore: CANNOT_FIND_NAME,
})
typescriptDefaults.addExtraLib(apiTypings, 'file:///tradeloom.d.ts')

registerDocumentationLinks(monaco)
registerQuickFixes(monaco)
registerSnippets(monaco)

monaco.editor.defineTheme('tradeloom-dark', {
  base: 'vs-dark',
  inherit: true,
  rules: [
    { token: 'comment', foreground: '7d889f' },
    { token: 'keyword', foreground: 'b48cff' },
    { token: 'string', foreground: '8fd18b' },
    { token: 'number', foreground: 'f2b84b' },
    { token: 'type.identifier', foreground: '57b6e8' },
  ],
  colors: {
    'editor.background': '#11151e',
    'editor.foreground': '#e6e9f0',
    'editorLineNumber.foreground': '#8a95ab',
    'editorLineNumber.dimmedForeground': '#8a95ab',
    'editorLineNumber.activeForeground': '#e6e9f0',
    'editor.lineHighlightBackground': '#171c27',
    'editor.lineHighlightBorder': '#00000000',
    'editorWidget.background': '#171c27',
    'editorWidget.border': '#323b4d',
    'editorSuggestWidget.background': '#171c27',
    'editorSuggestWidget.selectedBackground': '#24406e',
    'editorHoverWidget.background': '#171c27',
    'scrollbarSlider.background': '#323b4d80',
  },
})
monaco.editor.defineTheme('tradeloom-light', {
  base: 'vs',
  inherit: true,
  rules: [
    { token: 'comment', foreground: '5d6780' },
    { token: 'keyword', foreground: '6b35c9' },
    { token: 'string', foreground: '0b7a3d' },
    { token: 'number', foreground: '9a5b00' },
  ],
  colors: {
    'editor.background': '#ffffff',
    'editorLineNumber.foreground': '#5d6780',
    // Of the empty line after the last line break.
    'editorLineNumber.dimmedForeground': '#5d6780',
    'editor.lineHighlightBackground': '#f3f5f9',
    'editor.lineHighlightBorder': '#00000000',
  },
})

let overflow: HTMLElement | null = null

/** Suggestions and hovers are attached to the body: inside a panel they would be clipped. */
export function overflowNode(): HTMLElement {
  if (overflow === null) {
    overflow = document.createElement('div')
    overflow.className = 'monaco-editor'
    document.body.append(overflow)
  }
  return overflow
}

export const EDITOR_OPTIONS: monaco.editor.IEditorOptions & monaco.editor.IGlobalEditorOptions = {
  automaticLayout: true,
  fixedOverflowWidgets: true,
  minimap: { enabled: false },
  fontFamily: "'JetBrains Mono Variable', monospace",
  fontSize: 13,
  lineHeight: 20,
  tabSize: 2,
  scrollBeyondLastLine: false,
  padding: { top: 10, bottom: 10 },
  renderLineHighlight: 'line',
  smoothScrolling: true,
  stickyScroll: { enabled: false },
  suggest: { showWords: false, preview: false },
  quickSuggestions: { other: true, comments: false, strings: false },
  ariaLabel: 'Script',
  accessibilitySupport: 'auto',
}

export function setScheme(scheme: 'dark' | 'light'): void {
  monaco.editor.setTheme(scheme === 'dark' ? 'tradeloom-dark' : 'tradeloom-light')
}

/** Adds declarations to the type service until they are disposed of. */
export function declareLib(name: string, text: string): { dispose(): void } {
  return typescriptDefaults.addExtraLib(text, `file:///${name}`)
}

/** Declares the script's externals to the type service; called again as the script changes. */
export function declareExternals(names: readonly string[]): { dispose(): void } {
  const text = names
    .map((name) => `/** External: a number set for each run. */\ndeclare const ${name}: number`)
    .join('\n')
  return declareLib('externals.d.ts', text)
}

export { monaco }
