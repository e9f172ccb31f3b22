import { html } from './html';

describe('html', () => {
  it('shows what is put in as text, in elements and in attributes', () => {
    const name = `<script>alert("1 & '2'")</script>`;
    expect(String(html`<p title="${name}">${name}</p>`)).toBe(
      '<p title="&lt;script&gt;alert(&quot;1 &amp; &#39;2&#39;&quot;)&lt;/script&gt;">' +
        '&lt;script&gt;alert(&quot;1 &amp; &#39;2&#39;&quot;)&lt;/script&gt;</p>',
    );
  });

  it('leaves pieces of HTML as they are, alone and in a list, and null out', () => {
    const items = ['a', '<b>'].map((item) => html`<i>${item}</i>`);
    expect(String(html`<b>${items}</b>${html`<i></i>`}${null}${0}`)).toBe('<b><i>a</i><i>&lt;b&gt;</i></b><i></i>0');
  });

  it('leaves out the indentation of templates, but not of what is put in', () => {
    const text = html`<p>
      ${'two\n  lines'}
      <b>bold</b> <i>text</i>
    </p>`;
    expect(String(text)).toBe('<p>\ntwo\n  lines\n<b>bold</b> <i>text</i>\n</p>');
  });

  it('does not take a backslash for anything else', () => {
    expect(String(html`<p>é ${'\\n'}</p>`)).toBe('<p>é \\n</p>');
  });
});
