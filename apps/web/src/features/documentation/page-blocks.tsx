import type { DocumentationBlock, DocumentationPage } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import classes from './documentation.module.css'
import type { OpenPlace } from '../../entities/documentation/documentation-link.tsx'
import { ExampleBlock } from './example-block.tsx'
import { InlineText } from './inline-text.tsx'
import { Picture } from './picture.tsx'
import { TryCall } from './try-call.tsx'

export interface PageBlocksProps {
  readonly page: DocumentationPage
  readonly onOpen: OpenPlace | null
  readonly onInsert: ((code: string) => void) | null
}

/** The content of a page, below its title. */
export function PageBlocks({ page, onOpen, onInsert }: PageBlocksProps): ReactElement {
  return (
    <>
      {page.blocks.map((block, i) => (
        <BlockView key={i} block={block} heading={headingAbove(page, i)} onOpen={onOpen} onInsert={onInsert} />
      ))}
    </>
  )
}

/** Of the part of the page that a block belongs to. */
function headingAbove({ title, blocks }: DocumentationPage, place: number): string {
  const heading = blocks.slice(0, place).findLast((block) => block.type === 'heading')
  return heading?.text ?? title
}

interface BlockViewProps extends Omit<PageBlocksProps, 'page'> {
  readonly block: DocumentationBlock
  readonly heading: string
}

function BlockView({ block, heading, onOpen, onInsert }: BlockViewProps): ReactElement {
  switch (block.type) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : 'h3'
      return <Heading id={block.id}>{block.text}</Heading>
    }
    case 'text':
      return (
        <p>
          <InlineText text={block.text} onOpen={onOpen} />
        </p>
      )
    case 'note':
      return (
        <p className={classes['note']}>
          <InlineText text={block.text} onOpen={onOpen} />
        </p>
      )
    case 'picture':
      return <Picture name={block.name} alt={block.alt} />
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item) => (
            <li key={item}>
              <InlineText text={item} onOpen={onOpen} />
            </li>
          ))}
        </List>
      )
    }
    case 'signature':
      return <Signature block={block} />
    case 'example':
      return <ExampleBlock example={block} onInsert={onInsert} />
    case 'request':
      return <TryCall request={block} heading={heading} />
    case 'table':
      return <Table block={block} heading={heading} onOpen={onOpen} />
  }
}

function Signature({ block }: { readonly block: Extract<DocumentationBlock, { type: 'signature' }> }): ReactElement {
  return (
    <div className={classes['signature']}>
      <code>{block.code}</code>
      {block.source === null ? null : (
        <span className="muted num" title="Where it is declared in the typings">
          {block.source.file}:{block.source.line}
        </span>
      )}
    </div>
  )
}

/** A second line explains the first one. */
function Cell({ text, onOpen }: { readonly text: string; readonly onOpen: OpenPlace | null }): ReactElement {
  const [first = '', second] = text.split('\n')
  return (
    <>
      <InlineText text={first} onOpen={onOpen} />
      {second === undefined ? null : (
        <div className="muted">
          <InlineText text={second} onOpen={onOpen} />
        </div>
      )}
    </>
  )
}

interface TableProps {
  readonly block: Extract<DocumentationBlock, { type: 'table' }>
  readonly heading: string
  readonly onOpen: OpenPlace | null
}

function Table({ block, heading, onOpen }: TableProps): ReactElement {
  return (
    <div className={classes['table']} tabIndex={0} role="region" aria-label={`${heading}: ${block.head.join(', ')}`}>
      <table>
        <thead>
          <tr>
            {block.head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Cell text={cell} onOpen={onOpen} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
