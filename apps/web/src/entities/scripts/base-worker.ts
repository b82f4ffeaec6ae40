// Runs the editor's background work, such as finding links and computing diffs.
import 'monaco-editor/editor/editor.worker'
