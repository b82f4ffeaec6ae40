import { TextInput } from '@mantine/core'
import { Fragment, type ReactElement, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { apiTypings } from './api-typings.ts'
import { useRequestedDocumentation } from './documentation.ts'
import classes from './editor.module.css'
import { type ApiDocumentation, type DocumentedType, parseTypings } from './parse-typings.ts'
import { type DocEntry, docEntries, exampleOf, searchDocs } from './search-docs.ts'

/** Matches shown; to find others, users refine the search. */
const MAX_MATCHES = 40

/** Renders `code` and **strong**, the only markup of the comments. */
function Inline({ text }: { readonly text: string }): ReactElement {
  return (
    <>
      {text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, i) => {
        if (part.startsWith('`')) return <code key={i}>{part.slice(1, -1)}</code>
        if (part.startsWith('**')) return <strong key={i}>{part.slice(2, -2)}</strong>
        return <Fragment key={i}>{part}</Fragment>
      })}
    </>
  )
}

function Prose({ text }: { readonly text: string }): ReactElement {
  const blocks = text.split(/\n\n+|\n(?=- )/)
  return (
    <>
      {blocks.map((block) => (
        <p key={block} data-item={block.startsWith('- ') || undefined}>
          <Inline text={block.replace(/^- /, '').replaceAll('\n', ' ')} />
        </p>
      ))}
    </>
  )
}

type Insert = ((code: string) => void) | null

function MemberEntry({ entry, onInsert }: { readonly entry: DocEntry; readonly onInsert: Insert }): ReactElement {
  const example = exampleOf(entry)
  return (
    <div className={classes['member']} data-path={entry.path}>
      <code className={classes['signature']}>{entry.signature}</code>
      {entry.text === '' ? null : <Prose text={entry.text} />}
      {example === null ? null : (
        <div className={classes['example']}>
          <code>{example}</code>
          {onInsert === null ? null : (
            <button type="button" aria-label={`Insert example for ${entry.path}`} onClick={() => onInsert(example)}>
              Insert
            </button>
          )}
        </div>
      )}
    </div>
  )
}

interface Section {
  readonly title: string
  readonly text: string
  readonly entries: readonly DocEntry[]
}

/** What is in scope, then the indicators, then each type with its members. */
function sectionsOf(docs: ApiDocumentation, entries: readonly DocEntry[]): Section[] {
  const [indicators, types] = [true, false].map((isIndicators) =>
    docs.types.filter(({ name }) => (name === 'Indicators') === isIndicators),
  )
  const section = ({ name, text }: DocumentedType): Section => ({
    title: name,
    text,
    entries: entries.filter(({ path }) => path.startsWith(`${name === 'Indicators' ? 'indicators' : name}.`)),
  })
  return [
    { title: 'In scope', text: '', entries: entries.filter(({ path }) => !path.includes('.')) },
    ...[...(indicators ?? []), ...(types ?? [])].map(section),
  ]
}

/** The documentation's table of contents; a name scrolls to its entry. */
function Contents({
  sections,
  onChoose,
}: {
  readonly sections: readonly Section[]
  readonly onChoose: (path: string) => void
}) {
  return (
    <nav aria-label="Contents" className={classes['contents']}>
      {sections
        .filter(({ entries }) => entries.length > 0)
        .map(({ title, entries }) => (
          <details key={title}>
            <summary>{title}</summary>
            <ul>
              {entries.map(({ path, name }) => (
                <li key={path}>
                  <button type="button" onClick={() => onChoose(path)}>
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          </details>
        ))}
    </nav>
  )
}

/** The reference of the script API. Generated from the editor's typings, so the two cannot disagree. */
export function ApiDocs({ onInsert }: { readonly onInsert: Insert }): ReactElement {
  const [text, setText] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const { docs, entries, sections } = useMemo(() => {
    const parsed = parseTypings(apiTypings)
    const all = docEntries(parsed)
    return { docs: parsed, entries: all, sections: sectionsOf(parsed, all) }
  }, [])
  const titleOf = (path: string | null): string | undefined =>
    sections.find((one) => one.entries.some((entry) => entry.path === path))?.title
  const [opened, setOpened] = useState<readonly (string | undefined)[]>(() => [
    'In scope',
    titleOf(useRequestedDocumentation.getState().path),
  ])
  const found = searchDocs(entries, text)

  const scrollTo = (path: string): void => {
    const entry = root.current?.querySelector(`[data-path="${path}"]`)
    entry?.scrollIntoView({ block: 'start' })
    entry?.animate({ backgroundColor: ['var(--accent-soft)', 'transparent'] }, 1500)
  }
  const goTo = (path: string): void => {
    setText('')
    setOpened([...opened, titleOf(path)])
    // By the next frame the section is open.
    requestAnimationFrame(() => scrollTo(path))
  }
  const showRequested = useEffectEvent(() => {
    const { path } = useRequestedDocumentation.getState()
    if (path === null) return
    scrollTo(path)
    useRequestedDocumentation.setState({ path: null })
  })
  useEffect(() => showRequested(), [])

  return (
    <div className={classes['docs']} ref={root}>
      <TextInput
        size="xs"
        aria-label="Search documentation"
        placeholder="Search documentation"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() === '' ? (
        <>
          <Contents sections={sections} onChoose={goTo} />
          <Prose text={docs.introduction} />
          {sections.map(({ title, text: about, entries: own }) => (
            <details key={title} open={opened.includes(title)} className={classes['type']}>
              <summary>{title}</summary>
              {about === '' ? null : <Prose text={about} />}
              {own.map((entry) => (
                <MemberEntry key={entry.signature} entry={entry} onInsert={onInsert} />
              ))}
            </details>
          ))}
        </>
      ) : (
        <div aria-live="polite">
          {found.length === 0 ? <p>No matches found</p> : null}
          {found.slice(0, MAX_MATCHES).map((entry) => (
            <MemberEntry key={`${entry.path} ${entry.signature}`} entry={entry} onInsert={onInsert} />
          ))}
        </div>
      )}
    </div>
  )
}
