import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Splitter } from './splitter.tsx'

const ended: number[] = []

function Columns() {
  const [size, setSize] = useState(300)
  return (
    <Splitter
      label="Width"
      orientation="vertical"
      size={size}
      min={200}
      max={400}
      onResize={setSize}
      onEnd={(end) => ended.push(end)}
    />
  )
}

const bar = (): HTMLElement => screen.getByRole('separator', { name: 'Width' })
const now = (): string | null => bar().getAttribute('aria-valuenow')

describe('a splitter', () => {
  it('is moved by the arrow keys, within its limits', () => {
    ended.length = 0
    render(<Columns />)
    fireEvent.keyDown(bar(), { key: 'ArrowLeft' })
    expect(now()).toBe('316')
    fireEvent.keyDown(bar(), { key: 'ArrowRight' })
    expect(now()).toBe('300')
    fireEvent.keyDown(bar(), { key: 'Home' })
    fireEvent.keyDown(bar(), { key: 'ArrowLeft' })
    expect(now()).toBe('400')
    fireEvent.keyDown(bar(), { key: 'End' })
    expect(ended).toEqual([316, 300, 400, 400, 200])
  })

  it('follows the pointer, and reports its size when it is let go', () => {
    ended.length = 0
    render(<Columns />)
    fireEvent.pointerDown(bar(), { clientX: 700 })
    fireEvent.pointerMove(bar(), { clientX: 650 })
    expect(now()).toBe('350')
    expect(ended).toEqual([])
    fireEvent.pointerUp(bar(), { clientX: 620 })
    fireEvent.pointerMove(bar(), { clientX: 100 })
    expect(ended).toEqual([380])
  })
})
