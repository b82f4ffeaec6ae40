import { TextInput } from '@mantine/core'
import { Fragment, type ReactElement, useMemo, useState } from 'react'
import { apiTypings } from './api-typings.ts'
import classes from './editor.module.css'
import { type DocumentedType, type Member, parseTypings } from './parse-typings.ts'

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

function MemberEntry({ member }: { readonly member: Member }): ReactElement {
  return (
    <div className={classes['member']}>
      <code className={classes['signature']}>{member.signature}</code>
      {member.text === '' ? null : <Prose text={member.text} />}
    </div>
  )
}

function TypeEntry({ type, isOpen }: { readonly type: DocumentedType; readonly isOpen: boolean }): ReactElement {
  return (
    <details open={isOpen} className={classes['type']}>
      <summary>{type.name}</summary>
      {type.text === '' ? null : <Prose text={type.text} />}
      {type.members.map((member) => (
        <MemberEntry key={member.signature} member={member} />
      ))}
    </details>
  )
}

const has = (wanted: string, ...texts: string[]): boolean => texts.some((text) => text.toLowerCase().includes(wanted))

/** The reference of the script API, made from the file that types the editor: the two cannot disagree. */
export function ApiDocs(): ReactElement {
  const [text, setText] = useState('')
  const docs = useMemo(() => parseTypings(apiTypings), [])
  const wanted = text.trim().toLowerCase()
  const globals = docs.globals.filter(({ signature, text: about }) => has(wanted, signature, about))
  const types = docs.types
    .map((type) => ({
      ...type,
      members: has(wanted, type.name, type.text)
        ? type.members
        : type.members.filter(({ signature, text: about }) => has(wanted, signature, about)),
    }))
    .filter((type) => type.members.length > 0 || has(wanted, type.name, type.text))
  return (
    <div className={classes['docs']}>
      <TextInput
        size="xs"
        aria-label="Search documentation"
        placeholder="Search documentation"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {wanted === '' ? <Prose text={docs.introduction} /> : null}
      {globals.length > 0 ? <h2>In scope</h2> : null}
      {globals.map((member) => (
        <MemberEntry key={member.signature} member={member} />
      ))}
      {types.length > 0 ? <h2>Types</h2> : null}
      {types.map((type) => (
        <TypeEntry key={type.name} type={type} isOpen={wanted !== ''} />
      ))}
      {globals.length + types.length === 0 ? <p>No matches found</p> : null}
    </div>
  )
}
