import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { CannotGoOn } from '../terminal/cannot-go-on.ts'
import { takeFolder } from './take-folder.ts'

const fresh = () => mkdtempSync(path.join(tmpdir(), 'cairn-folder-'))

it('refuses a folder that a running process has, naming it, and takes one whose process has ended', () => {
  const folder = fresh()
  const other = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 20000)'])
  writeFileSync(path.join(folder, 'cairn.pid'), String(other.pid))
  expect(() => takeFolder(folder)).toThrow(new RegExp(`process ${other.pid}`))
  other.kill('SIGKILL')
  return new Promise<void>((resolve) => {
    other.on('exit', () => {
      expect(() => takeFolder(folder)).not.toThrow()
      resolve()
    })
  })
})

it('says what would do where the folder is a file', () => {
  const file = path.join(fresh(), 'taken')
  writeFileSync(file, '')
  expect(() => takeFolder(file)).toThrow(CannotGoOn)
  expect(() => takeFolder(file)).toThrow(/--state/)
})
