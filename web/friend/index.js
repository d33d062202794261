// Games by link with a friend.

export { createFriend } from "./friend.js";
export { addFriend, inviteFriend, isFriend } from "./invite.js";
