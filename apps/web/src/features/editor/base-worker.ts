// Runs the editor's own background work, such as finding links and differences.
import 'monaco-editor/editor/editor.worker'
