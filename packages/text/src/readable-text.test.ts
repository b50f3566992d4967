import { describe, expect, it } from 'vitest'
import { readableText } from './readable-text.ts'

const read = (html: string) => readableText(html, 'html')

describe('HTML as a reader sees it', () => {
  it.each([
    ['<p>Fish &amp; chips cost &#163;5 &mdash; today</p>', 'Fish & chips cost £5 — today'],
    ['a<script>var secret = "<b>no</b>"</script>b<style>p { color: red }</style>c', 'abc'],
    ['one<!-- not <b>this</b> -->two<!doctype html><?php no ?>', 'onetwo'],
    ['<b>bold</b>face is <i>one</i> word', 'boldface is one word'],
    ['<h1>Title</h1><p>First.</p><p>Second.</p>', 'Title\n\nFirst.\n\nSecond.'],
    ['<ul><li>a</li><li>b</li></ul>line<br>break', 'a\nb\n\nline\nbreak'],
    ['<tr><td>Paris</td><td>France</td></tr><tr><td>Rome</td></tr>', 'Paris France\nRome'],
    [
      '<img src="x.png" alt="A red&nbsp;kite"> over <abbr title="World Health Organization">WHO</abbr>',
      'A red\u00a0kite over World Health Organization WHO',
    ],
    ['<a title="a > b" href=\'x>y\'>link</a>', 'a > b link'],
    ['  spaced \n\t out  <b> here </b>', 'spaced out here'],
    ['<pre>if x:\n    y()</pre>', 'if x:\n    y()'],
    ['<title>Tom &amp; Jerry</title><textarea>kept <text></textarea>', 'Tom & Jerry\n\nkept <text>'],
    ['2 < 3 & 4 > 1, AT&T, a<b', '2 < 3 & 4 > 1, AT&T, a'],
    ['&lt;b&gt; is no tag, &amp;lt; neither', '<b> is no tag, &lt; neither'],
    ['&bogus; &#x1F600; &#0;', '&bogus; \u{1F600} \uFFFD'],
    ['<script>never closed', ''],
    ['<div><p></p></div>', ''],
  ])('of %j shows %j', (html, seen) => {
    expect(read(html)).toBe(seen)
  })

  it('leaves every other format as it stands', () => {
    const text = '  Array<string> &amp; <b>so</b>\n on '
    for (const format of ['markdown', 'plain', 'code'] as const) expect(readableText(text, format)).toBe(text)
  })

  it.each(['<b>', '</', '<!--', '<a title="', '&amp;', '&', '<p a=1 ', '<pre>\n', '<script><', '<td> '])(
    'takes linear time for a mebibyte of %j',
    (unit) => {
      const text = unit.repeat(Math.floor(1_048_576 / unit.length))
      expect(read(text).length).toBeLessThanOrEqual(text.length)
    },
    10_000,
  )
})
