import { folded } from '../../dashboard/src/shared/folded';
import { searchText } from '../../src/kernel/search-text';

describe('the form in which texts are searched', () => {
  it('is the same in the dashboard, for every character', () => {
    const others: string[] = [];
    for (let code = 0; code <= 0x1ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      if (folded(character) !== searchText(character)) others.push(`U+${code.toString(16)} ${character}`);
    }
    expect(others).toEqual([]);
  });
});
