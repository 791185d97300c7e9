# Makes the real node's own mounts and network, then waits in them as an unprivileged user; what
# runs on the node enters them through this process. All of it ends with the last process inside.
# Arguments: ROOT DATA SOCKETS PROGRAMS NODE_PROGRAMS HOST_INTERFACE HOST_ADDRESS NODE_ADDRESS POD_RANGE UID
# File descriptor 9 is the host's network namespace.
set -eu
root=$1 data=$2 sockets=$3 programs=$4 node_programs=$5
interface=$6 host_address=$7 node_address=$8 pods=$9
shift 9
uid=$1

# The network: one cable between the host and the node, and a route to the pods over it.
on_host() { nsenter --net=/proc/self/fd/9 "$@"; }
on_host ip link delete "$interface" 2>/dev/null || true
on_host ip link add "$interface" type veth peer name eth0 netns $$
on_host ip address add "$host_address/30" dev "$interface"
on_host ip link set "$interface" up
ip link set lo up
ip address add "$node_address/30" dev eth0
ip link set eth0 up
ip route add default via "$host_address"
on_host ip route replace "$pods" via "$node_address"
exec 9<&-

# The file system: the Debian root below, nothing written to it, the node's data beside it.
stage=$data/stage
mkdir -p "$stage" "$data/containerd" "$data/kubelet" "$data/log"
mount -t tmpfs -o mode=755 tmpfs "$stage"
mkdir "$stage/upper" "$stage/work" "$stage/root"
mount -t overlay -o "lowerdir=$root,upperdir=$stage/upper,workdir=$stage/work" overlay "$stage/root"
cd "$stage/root"
mkdir -p var/lib/containerd var/lib/kubelet var/log/pods node-programs sockets before
mount --bind "$data" engine
mount --bind "$data/containerd" var/lib/containerd
mount --bind "$data/kubelet" var/lib/kubelet
mount --bind "$data/log" var/log/pods
mount --bind "$sockets" sockets
mount --bind -o ro "$programs" programs
mount --bind -o ro "$node_programs" node-programs
mount --rbind /proc proc
mount --rbind /sys sys
mount --rbind /dev dev
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp

# The kubelet wants six machine-wide settings its own way and would write them. It finds them as it
# wants them instead, and could not write any other: all but net, which is the namespace's own, is read-only.
for part in vm kernel fs dev; do
  mount --bind "proc/sys/$part" "proc/sys/$part"
  mount -o remount,bind,ro "proc/sys/$part"
done
mkdir run/settings
while read -r name value; do
  file=run/settings/$(echo "$name" | tr / .)
  echo "$value" >"$file"
  mount --bind "$file" "proc/sys/$name"
done <<SETTINGS
vm/overcommit_memory 1
vm/panic_on_oom 0
kernel/panic 10
kernel/panic_on_oops 1
kernel/keys/root_maxkeys 1000000
kernel/keys/root_maxbytes 25000000
SETTINGS

pivot_root . before
umount -l /before
# The kubelet hands mounts on to containers.
mount --make-rshared /
echo "the node's mounts and network are there"
exec setpriv --reuid="$uid" --regid="$uid" --clear-groups sleep infinity
