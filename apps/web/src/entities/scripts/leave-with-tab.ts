import { monaco } from './monaco.ts'

/** In these states Escape closes or ends something else. */
const IS_TAKEN = [
  'suggestWidgetVisible',
  'findWidgetVisible',
  'parameterHintsVisible',
  'inSnippetMode',
  'renameInputVisible',
  'markersNavigationVisible',
  'accessibilityHelpWidgetVisible',
  'editorHoverVisible',
  'codeActionMenuVisible',
  'editorHasMultipleSelections',
]

/**
 * In the editor, Tab indents. After Escape, the next Tab leaves it instead: otherwise, users without a mouse would be
 * trapped. Typing or leaving goes back. `onChange` is called with what Tab does now.
 */
export function leaveWithTab(
  editor: monaco.editor.IStandaloneCodeEditor,
  onChange: (leaves: boolean) => void,
): monaco.IDisposable {
  let leaves = false
  const set = (next: boolean): void => {
    if (next === leaves) return
    leaves = next
    editor.updateOptions({ tabFocusMode: next })
    onChange(next)
  }
  const isFree = IS_TAKEN.map((state) => `!${state}`).join(' && ')
  editor.addCommand(monaco.KeyCode.Escape, () => set(true), `editorTextFocus && !editorReadonly && ${isFree}`)
  const listening = [
    editor.onDidChangeModelContent(() => set(false)),
    editor.onDidBlurEditorWidget(() => set(false)),
    editor.onMouseDown(() => set(false)),
  ]
  return { dispose: () => listening.forEach((one) => one.dispose()) }
}
