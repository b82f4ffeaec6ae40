import { TextInput } from '@mantine/core'
import { Fragment, type ReactElement, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { apiTypings } from './api-typings.ts'
import { useWantedDocumentation } from './documentation.ts'
import classes from './editor.module.css'
import { type ApiDocumentation, type DocumentedType, parseTypings } from './parse-typings.ts'
import { type DocEntry, docEntries, exampleOf, searchDocs } from './search-docs.ts'

/** Who sees no match among so many goes on typing. */
const MAX_FOUND = 40

/** `code` and **strong** of the comments; nothing else is written there. */
function Inline({ text }: { readonly text: string }): ReactElement {
  return (
    <>
      {text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, place) => {
        if (part.startsWith('`')) return <code key={place}>{part.slice(1, -1)}</code>
        if (part.startsWith('**')) return <strong key={place}>{part.slice(2, -2)}</strong>
        return <Fragment key={place}>{part}</Fragment>
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
            <button type="button" aria-label={`Insert the example of ${entry.path}`} onClick={() => onInsert(example)}>
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

/** What is in scope, then each type with its members; the indicators are a part of their own. */
function sectionsOf(docs: ApiDocumentation, entries: readonly DocEntry[]): Section[] {
  const [indicators, types] = [true, false].map((wanted) =>
    docs.types.filter(({ name }) => (name === 'Indicators') === wanted),
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

/** The parts of the documentation as a tree; a name leads to its entry. */
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

/** The reference of the script API, made from the file that types the editor: the two cannot disagree. */
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
    titleOf(useWantedDocumentation.getState().path),
  ])
  const found = searchDocs(entries, text)

  const scrollTo = (path: string): void => {
    const place = root.current?.querySelector(`[data-path="${path}"]`)
    place?.scrollIntoView({ block: 'start' })
    place?.animate({ backgroundColor: ['var(--accent-soft)', 'transparent'] }, 1500)
  }
  const goTo = (path: string): void => {
    setText('')
    setOpened([...opened, titleOf(path)])
    // The part is open by then.
    requestAnimationFrame(() => scrollTo(path))
  }
  const showWanted = useEffectEvent(() => {
    const { path } = useWantedDocumentation.getState()
    if (path === null) return
    scrollTo(path)
    useWantedDocumentation.setState({ path: null })
  })
  useEffect(() => showWanted(), [])

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
          {found.slice(0, MAX_FOUND).map((entry) => (
            <MemberEntry key={`${entry.path} ${entry.signature}`} entry={entry} onInsert={onInsert} />
          ))}
        </div>
      )}
    </div>
  )
}
