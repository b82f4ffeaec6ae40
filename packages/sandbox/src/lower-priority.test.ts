import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { describe, expect, it } from 'vitest'
import { lowerPriority } from './lower-priority.ts'

describe.skipIf(!existsSync('/proc/self/autogroup'))('a process with the lowest priority', () => {
  it('has it among the sessions of the machine, too, if it has a session of its own', () => {
    const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    try {
      const pid = child.pid ?? 0
      lowerPriority(pid)
      expect(getPriority(pid)).toBe(19)
      expect(readFileSync(`/proc/${pid}/autogroup`, 'utf8')).toMatch(/nice 19$/m)
    } finally {
      child.kill('SIGKILL')
    }
  })

  it('leaves the priority of this session alone', () => {
    const before = readFileSync('/proc/self/autogroup', 'utf8')
    const child = spawn('sleep', ['60'], { stdio: 'ignore' })
    try {
      lowerPriority(child.pid ?? 0)
      expect(getPriority(child.pid ?? 0)).toBe(19)
      expect(readFileSync('/proc/self/autogroup', 'utf8')).toBe(before)
    } finally {
      child.kill('SIGKILL')
    }
  })
})
