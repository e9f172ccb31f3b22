import { isCommonPassword, isOwnName } from './common-passwords';

describe('common passwords', () => {
  it.each(['password', 'PassWord', 'qwertyuiop', ' 123456789 ', 'aaaaaaaa', 'abcabcabc', '😀😀😀😀😀😀😀😀'])(
    '%s is one',
    (password) => expect(isCommonPassword(password)).toBe(true),
  );

  it.each([
    'password123!',
    'Winter2025!',
    'Summer2024',
    'Passwort#1',
    'welcome_2027!!',
    'schatz.24121990',
    'monkey!1',
    'Berlin$$$',
    'trustno1!',
    'correcthorse',
    'Correct-Horse Battery Staple',
  ])('%s is one: a common one with a year or the like behind it, or one that is printed everywhere', (password) =>
    expect(isCommonPassword(password)).toBe(true),
  );

  it.each([
    'winter is coming 2025',
    '2025winterfest!',
    'monkey 7$x!92#q',
    'dragon831!947',
    'berlin8374650192837',
    'zug-nach-wien-1',
    'tk7#w2!m',
    '73648201',
    '!!2025!?',
  ])('%s is none', (password) => expect(isCommonPassword(password)).toBe(false));

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
