// Games by link with a friend, and what is asked of players.

export { createFriend } from "./friend.js";
export { addFriend, inviteFriend, isFriend } from "./invite.js";
export { openQuestion } from "./question.js";
