import { isCommonPassword, isOwnName } from './common-passwords';

describe('common passwords', () => {
  it.each(['password', 'PassWord', 'qwertyuiop', ' 123456789 ', 'aaaaaaaa', 'abcabcabc', '😀😀😀😀😀😀😀😀'])(
    '%s is one',
    (password) => expect(isCommonPassword(password)).toBe(true),
  );

  it.each(['correct horse battery', 'Vienna by night', 'abcabcabd', '漢字かな交じり文です'])('%s is none', (password) =>
    expect(isCommonPassword(password)).toBe(false),
  );

  it('takes no longer for a long text that nearly repeats', () => {
    expect(isCommonPassword(`${'ab'.repeat(63)}c`)).toBe(false);
  });
});

describe("an owner's names", () => {
  const names = ['ada.lovelace@example.com', 'Ada Lovelace', 'Alpine Tours', null];

  it.each(['ada.lovelace@example.com', 'ADA-LOVELACE', 'alpine tours', 'AlpineTours', 'adalovelaceadalovelace'])(
    '%s is one',
    (password) => expect(isOwnName(password, names)).toBe(true),
  );

  it.each(['alpine tours 2027', 'lovelace', 'correct horse battery'])('%s is none', (password) =>
    expect(isOwnName(password, names)).toBe(false),
  );
});
