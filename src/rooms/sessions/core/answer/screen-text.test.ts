// Screens as the real clients drew them: Claude Code 2.1.328; Codex 0.169.0 and Gemini CLI 0.61.0 by their documents.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialogOn } from './screen-text.ts'

const rule = '─'.repeat(80)
const talk = ' ▐▛███▛█   Claude Code v2.1.328\n❯ Say hi\n\n● All is well.\n\n✻ Cooked for 0s · done 3:39 PM\n\n'

const takes: readonly (readonly [what: string, screen: string])[] = [
  ['an empty prompt', `${talk}${rule}\n❯ \n${rule}\n  ⏸ manual mode on · ? for shortcuts`],
  ['a prompt with text in it', `${talk}${rule}\n❯ line one\n  1. foo\n  2. bar\n${rule}\n  ⏸ manual mode on`],
  ['a prompt while it works', `${talk}✽ Meandering…\n${rule}\n❯ \n${rule}\n  ⏸ manual mode on · esc to interrupt`],
  [
    'commands that are offered',
    `${talk}  ❯ /model   Switch model\n    /effort  Set it\n${rule}\n❯ /m\n${rule}\n  ⏸ on`,
  ],
]
for (const [what, screen] of takes) {
  test(`Claude Code takes a text: ${what}`, () => assert.equal(dialogOn(screen, 'code-agent'), null))
}

const autoMode = `${talk}${rule}
  Make auto mode your default permission mode?

  ❯ Yes, set auto mode as my default permission mode
    No, keep manual mode

  Not answered yet · ↑/↓ to choose · Esc to cancel`
const permission = `${talk}${rule}
 Bash command
   git push origin main

 Do you want to proceed?
 ❯ 1. Yes
   2. Yes, and do not ask again
   3. No, and tell Claude what to do differently (esc)`
const trust = ' Do you trust the files in this folder?\n\n ❯ 1. Yes, I trust this folder\n   2. No, exit\n'
const models = `${talk}${'▔'.repeat(80)}\n  Select model\n  ❯ 1. Default\n    2. Opus\n  Enter to save · Esc to cancel`
const shellMode = `${talk}${rule}\n! ls\n${rule}\n  ! for bash mode`

const holds: readonly (readonly [what: string, screen: string, shown: RegExp])[] = [
  ['a question after its turn', autoMode, /^  Make auto mode[^─]*Esc to cancel$/],
  ['a permission', permission, /^ Bash command\n   git push origin main\n Do you want/],
  ['the trust in a folder', trust, /trust the files/],
  ['a choice of models', models, /^  Select model\n/],
  ['a prompt that runs what it takes', shellMode, /bash mode/],
  ['nothing that is known', 'Segmentation fault', /Segmentation/],
]
for (const [what, screen, shown] of holds) {
  test(`Claude Code does not take a text: ${what}`, () => {
    assert.match(dialogOn(screen, 'code-agent')?.shown ?? 'taken', shown)
  })
}

const strangers: readonly (readonly [what: string, screen: string, isOpen: boolean])[] = [
  ['a shell', '$ make\nall done\n$', false],
  ['a question in words', 'Deploy to production? [y/N]', false],
  ['a list in an answer', 'I found:\n1. a leak\n2. a race\nWhich one first?', false],
  ['a quoted line', '> 1. a leak\nfine?', false],
  [
    'a choice of Codex',
    'Allow command?\n› 1. Yes, proceed (y)\n  2. No (esc)\n\n  Press enter to confirm or esc to cancel',
    true,
  ],
  ['a choice of Gemini CLI', '│ Apply this change?\n│ ● 1. Yes, allow once\n│   2. No (esc)', true],
  ['the trust that a client asks for before it is known', trust, true],
  ['a choice that is long past', `❯ 1. Yes\n  2. No\n${'done\n'.repeat(30)}$`, false],
]
for (const [what, screen, isOpen] of strangers) {
  test(`of an unknown program ${what} ${isOpen ? 'is' : 'is no'} dialog`, () => {
    assert.equal(dialogOn(screen, null) !== null, isOpen)
  })
}

test('of a dialog its last lines are shown, without blanks', () => {
  assert.ok((dialogOn(permission, 'code-agent')?.shown.split('\n').length ?? 0) <= 8)
})
