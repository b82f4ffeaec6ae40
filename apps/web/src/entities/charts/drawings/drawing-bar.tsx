import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowUpRight,
  IconLetterT,
  IconLine,
  IconList,
  IconMinus,
  IconPointer,
  IconRectangle,
  IconRulerMeasure,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { DRAWING_TOOLS, type DrawingTool, TOOL_NAMES } from '../../../charts/drawings/drawing-tools.ts'
import { formatMinute } from '../../../ui/format.ts'
import { keysText } from '../../../ui/shortcut.ts'
import { DRAWING_SHORTCUTS } from '../drawing-shortcuts.ts'
import classes from './drawings.module.css'
import { FibonacciIcon } from './fibonacci-icon.tsx'
import type { DrawingTools } from './use-drawings.ts'

const ICONS: Readonly<Record<DrawingTool, ReactNode>> = {
  trend: <IconLine size={16} aria-hidden />,
  ray: <IconArrowUpRight size={16} aria-hidden />,
  horizontal: <IconMinus size={16} aria-hidden />,
  rectangle: <IconRectangle size={16} aria-hidden />,
  fibonacci: <FibonacciIcon />,
  text: <IconLetterT size={16} aria-hidden />,
  measure: <IconRulerMeasure size={16} aria-hidden />,
}

interface DrawingBarProps {
  readonly tools: DrawingTools
  /** A drawing was chosen from the list. */
  readonly onReveal: (time: number) => void
}

/** The tools that draw on a chart, and the list of its drawings. */
export function DrawingBar({ tools, onReveal }: DrawingBarProps): ReactElement {
  return (
    <div className={classes['over']}>
      <div className={classes['bar']} role="toolbar" aria-label="Drawing tools">
        <Tool label="Select" isOn={tools.tool === null} onClick={() => tools.onTool(null)}>
          <IconPointer size={16} aria-hidden />
        </Tool>
        {DRAWING_TOOLS.map((tool) => (
          <Tool
            key={tool}
            label={TOOL_NAMES[tool]}
            isOn={tools.tool === tool}
            onClick={() => tools.onTool(tools.tool === tool ? null : tool)}
          >
            {ICONS[tool]}
          </Tool>
        ))}
        <span className={classes['separator']} />
        <Tool label={`Undo (${keysText(DRAWING_SHORTCUTS.undo)})`} isDisabled={!tools.canUndo} onClick={tools.onUndo}>
          <IconArrowBackUp size={16} aria-hidden />
        </Tool>
        <Tool label={`Redo (${keysText(DRAWING_SHORTCUTS.redo)})`} isDisabled={!tools.canRedo} onClick={tools.onRedo}>
          <IconArrowForwardUp size={16} aria-hidden />
        </Tool>
        <DrawingList tools={tools} onReveal={onReveal} />
      </div>
    </div>
  )
}

function DrawingList({ tools, onReveal }: DrawingBarProps): ReactElement {
  return (
    <Menu position="right-end" withinPortal={false} floatingStrategy="fixed" width={250}>
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={`Drawings: ${tools.items.length}`} title="Drawings of this instrument">
          <IconList size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes['list']} aria-label="Drawings">
        {tools.items.length === 0 ? <Menu.Label>Nothing is drawn on this instrument</Menu.Label> : null}
        {tools.items.map(({ id, kind, text, color, points: [point] }) => (
          <Menu.Item
            key={id}
            leftSection={<span className={classes['dot']} style={{ background: color }} />}
            onClick={() => {
              tools.onSelect(id)
              if (point !== undefined) onReveal(point.time)
            }}
          >
            {kind === 'text' && text !== undefined && text !== '' ? text : TOOL_NAMES[kind]}
            <span className={classes['when']}>{point === undefined ? '' : formatMinute(point.time)}</span>
          </Menu.Item>
        ))}
        {tools.items.length === 0 ? null : (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={tools.onRemoveAll}>
              Remove all
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ToolProps {
  readonly label: string
  readonly isOn?: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Tool({ label, isOn, isDisabled = false, onClick, children }: ToolProps): ReactElement {
  return (
    <Tooltip label={label} position="right" withinPortal={false} floatingStrategy="fixed">
      <ActionIcon
        variant={isOn === true ? 'light' : 'subtle'}
        color={isOn === true ? 'blue' : 'gray'}
        aria-label={label}
        // Keeps the focus, which a disabled button would lose with the last step.
        aria-disabled={isDisabled || undefined}
        {...(isDisabled ? { 'data-disabled': true } : {})}
        {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
        onClick={() => {
          if (!isDisabled) onClick()
        }}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
