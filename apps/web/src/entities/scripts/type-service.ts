/* oxlint-disable no-underscore-dangle -- the library's names for overridable methods */
import {
  type Completions,
  type CreateData,
  type Diagnostic,
  type Span,
  TypeScriptWorker,
  type WorkerContext,
} from 'monaco-editor/languages/features/typescript/tsWorker'
import { API_NAMES, INDICATOR_API_NAMES, type ScriptKind } from '@tradeloom/script'
import { type TypedScript, typeScript } from './typed-script.ts'

/** Values of TypeScript's `ScriptKind`. */
const JAVASCRIPT = 1
const TYPESCRIPT = 3

/** `Type 'string' is not assignable to type 'TimeInForce'`, or to its literals. */
const WIDENED = /ype 'string' is not assignable to (?:parameter of )?type '(?:BarInterval|TimeInForce|Direction|Side|")/

/**
 * Whether a literal was only widened to string by going through an array or object: JavaScript has no `as const` to
 * prevent it.
 */
function isWidenedLiteral(message: Diagnostic['messageText']): boolean {
  if (typeof message === 'string') return WIDENED.test(message)
  const causes = message.next ?? []
  return causes.length === 0 ? WIDENED.test(message.messageText) : causes.every(isWidenedLiteral)
}

/** Models are named after the kind of their script: `file:///indicator/…`. */
function kindOf(file: string): ScriptKind {
  return file.includes('///indicator/') ? 'indicator' : 'algorithm'
}

/** API names that scripts of the other kind have in scope. */
const HIDDEN: Readonly<Record<ScriptKind, ReadonlySet<string>>> = {
  algorithm: new Set(INDICATOR_API_NAMES.filter((name) => !(API_NAMES as readonly string[]).includes(name))),
  indicator: new Set(API_NAMES.filter((name) => !(INDICATOR_API_NAMES as readonly string[]).includes(name))),
}

/** Reads scripts with type annotations added to their handlers' parameters. */
class TypedScripts extends TypeScriptWorker {
  readonly scripts = new Map<string, { readonly version: number; readonly typed: TypedScript }>()

  /** Null for libraries. */
  typed(file: string): TypedScript | null {
    const model = this._getModel(file)
    if (model === null) return null
    const known = this.scripts.get(file)
    if (known?.version === model.version) return known.typed
    const typed = typeScript(model.getValue(), known?.typed.isJavascript, kindOf(file))
    this.scripts.set(file, { version: model.version, typed })
    return typed
  }

  override _getScriptText(file: string): string | undefined {
    return this.typed(file)?.text ?? super._getScriptText(file)
  }

  override getScriptKind(file: string): number {
    const typed = this.typed(file)
    if (typed === null) return super.getScriptKind(file)
    return typed.isJavascript ? JAVASCRIPT : TYPESCRIPT
  }
}

/**
 * The editor's type service. Errors, suggestions, hovers and signatures come from the annotated script, with positions
 * mapped back to the source; renaming and formatting use the source itself.
 */
export class TypeService extends TypeScriptWorker {
  readonly typedScripts: TypedScripts

  constructor(context: WorkerContext, data: CreateData) {
    super(context, data)
    this.typedScripts = new TypedScripts(context, data)
  }

  override async getSemanticDiagnostics(file: string): Promise<readonly Diagnostic[]> {
    const found = await this.typedScripts.getSemanticDiagnostics(file)
    const isJavascript = this.typedScripts.typed(file)?.isJavascript === true
    const shown = isJavascript ? found.filter(({ messageText }) => !isWidenedLiteral(messageText)) : found
    return shown.map((diagnostic) => ({
      ...this.#mapped(file, diagnostic),
      ...(diagnostic.relatedInformation && {
        relatedInformation: diagnostic.relatedInformation.map((related) =>
          this.#mapped(related.file?.fileName ?? '', related),
        ),
      }),
    }))
  }

  override async getCompletionsAtPosition(file: string, position: number): Promise<Completions | undefined> {
    const found = await this.typedScripts.getCompletionsAtPosition(file, this.#typedPosition(file, position))
    if (found === undefined) return undefined
    const { optionalReplacementSpan: span, isMemberCompletion: isMember } = found
    const hidden = HIDDEN[kindOf(file)]
    return {
      ...found,
      ...(span && { optionalReplacementSpan: this.#span(file, span) }),
      entries: found.entries
        .filter(({ name }) => !hidden.has(name) || isMember)
        .map((entry) =>
          entry.replacementSpan ? { ...entry, replacementSpan: this.#span(file, entry.replacementSpan) } : entry,
        ),
    }
  }

  override getCompletionEntryDetails(file: string, position: number, entry: string): Promise<unknown> {
    return this.typedScripts.getCompletionEntryDetails(file, this.#typedPosition(file, position), entry)
  }

  override async getSignatureHelpItems(
    file: string,
    position: number,
    options: unknown,
  ): Promise<{ readonly applicableSpan: Span } | undefined> {
    const typedPosition = this.#typedPosition(file, position)
    const found = await this.typedScripts.getSignatureHelpItems(file, typedPosition, options)
    return found && { ...found, applicableSpan: this.#span(file, found.applicableSpan) }
  }

  override async getQuickInfoAtPosition(
    file: string,
    position: number,
  ): Promise<{ readonly textSpan: Span } | undefined> {
    const found = await this.typedScripts.getQuickInfoAtPosition(file, this.#typedPosition(file, position))
    return found && { ...found, textSpan: this.#span(file, found.textSpan) }
  }

  override async updateExtraLibs(libs: CreateData['extraLibs']): Promise<void> {
    await super.updateExtraLibs(libs)
    await this.typedScripts.updateExtraLibs(libs)
  }

  #typedPosition(file: string, position: number): number {
    return this.typedScripts.typed(file)?.toTyped(position) ?? position
  }

  #span(file: string, span: Span): Span {
    const typed = this.typedScripts.typed(file)
    if (typed === null) return span
    const start = typed.toSource(span.start)
    return { start, length: typed.toSource(span.start + span.length) - start }
  }

  #mapped(file: string, diagnostic: Diagnostic): Diagnostic {
    const { start, length } = diagnostic
    return start === undefined || length === undefined
      ? diagnostic
      : { ...diagnostic, ...this.#span(file, { start, length }) }
  }
}
